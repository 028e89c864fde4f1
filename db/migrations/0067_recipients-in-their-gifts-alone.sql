UPDATE "orders" SET "gift_email" = '', "gift_name" = NULL, "gift_message" = NULL
  WHERE "gift_email" <> '' AND EXISTS (SELECT FROM "gifts" WHERE "gifts"."payment_id" = "orders"."payment_id");