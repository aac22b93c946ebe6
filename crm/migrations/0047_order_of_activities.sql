-- Of two activities at the same time the one that was added first comes first, in a copy of a company too: their ids
-- are the last part of the order that the indexes keep.
drop index crm.activity_of_deal;
drop index crm.activity_of_lead;
drop index crm.activity_of_person;
drop index crm.activity_of_org;
create index activity_of_deal on crm.activity (company_id, deal_id, done, due_date, due_time nulls first, id) where deal_id is not null;
create index activity_of_lead on crm.activity (company_id, lead_id, done, due_date, due_time nulls first, id) where lead_id is not null;
create index activity_of_person on crm.activity (company_id, person_id, done, due_date, due_time nulls first, id) where person_id is not null;
create index activity_of_org on crm.activity (company_id, org_id, done, due_date, due_time nulls first, id) where org_id is not null;
