-- Lists of the web app begin in the order of their names, without regard to capitals; those of people and deals are also
-- sorted by the names of their organizations.
create index person_by_name on crm.person (company_id, lower(name), id) where not is_deleted;
create index organization_by_name on crm.organization (company_id, lower(name), id) where not is_deleted;
create index deal_by_title on crm.deal (company_id, lower(title), id) where not is_deleted;
