CREATE INDEX "documents_tax_point" ON "documents" USING btree ((content ->> 'paidOn'));--> statement-breakpoint
CREATE INDEX "documents_issued" ON "documents" USING btree ("issued_at");