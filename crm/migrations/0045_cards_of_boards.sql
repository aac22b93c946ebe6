-- A board asks for the open deals of its stages, of a company that has many more.
create index deal_on_board on crm.deal (company_id, stage_id, id) where status = 'open' and not is_archived;

-- What is next and what was last are read in the order of the index, whole days before hours, without sorting.
drop index crm.activity_of_deal;
drop index crm.activity_of_lead;
drop index crm.activity_of_person;
drop index crm.activity_of_org;
create index activity_of_deal on crm.activity (company_id, deal_id, done, due_date, due_time nulls first) where deal_id is not null;
create index activity_of_lead on crm.activity (company_id, lead_id, done, due_date, due_time nulls first) where lead_id is not null;
create index activity_of_person on crm.activity (company_id, person_id, done, due_date, due_time nulls first) where person_id is not null;
create index activity_of_org on crm.activity (company_id, org_id, done, due_date, due_time nulls first) where org_id is not null;
