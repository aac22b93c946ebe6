-- Processes remember wrong tokens too, and who is in the groups around somebody: they are told of new tokens and new
-- people as well. These tables are small and seldom written: a notice from a trigger takes one lock of the whole server
-- at commit.
create function crm.tell_new_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_access', new.company_id::text);
  return null;
end $$;
create trigger tell_new_access after insert on crm.api_token for each row execute function crm.tell_new_access();
create trigger tell_new_access after insert on crm.app_user for each row execute function crm.tell_new_access();

create function crm.tell_company_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_access', new.id::text);
  return null;
end $$;
create trigger tell_access after update of domain, plan on crm.company
  for each row execute function crm.tell_company_access();
