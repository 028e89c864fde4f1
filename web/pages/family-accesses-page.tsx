/** /predplatne/rodina: whom the owner of a family subscription invites. */
export { FamilyAccesses as default } from '#web/features/companies/family-accesses.tsx'
