-- Lists of contacts by first letter, and what waits for the purge.
create index person_by_first_char on crm.person (company_id, lower(left(name, 1)), id);
create index organization_by_first_char on crm.organization (company_id, lower(left(name, 1)), id);
create index person_deleted on crm.person (company_id, delete_time) where is_deleted;
create index organization_deleted on crm.organization (company_id, delete_time) where is_deleted;
create index deal_deleted on crm.deal (company_id, delete_time) where is_deleted;
create index lead_deleted on crm.lead (company_id, delete_time) where is_deleted;
create index activity_deleted on crm.activity (company_id, delete_time) where is_deleted;
create index product_deleted on crm.product (company_id, delete_time) where is_deleted;
