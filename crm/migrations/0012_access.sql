-- Processes remember for seconds who a token belongs to (or that it belongs to nobody), what that person may see and who is
-- in the groups around them, and are told when any of it changes: a revoked token is refused at once, whoever revoked
-- it, and a new one works at once. These tables are small and seldom written: a notice from a trigger takes one lock of
-- the whole server at commit.
create function crm.tell_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_access', coalesce(new.company_id, old.company_id)::text);
  return null;
end $$;
create trigger tell_access after insert or update or delete on crm.api_token
  for each row execute function crm.tell_access();
create trigger tell_access
  after insert or delete or update of role_id, is_admin, active, is_deleted, default_currency on crm.app_user
  for each row execute function crm.tell_access();
-- A new role below another changes nothing for anybody who is remembered.
create trigger tell_access after update or delete on crm.role for each row execute function crm.tell_access();

create function crm.tell_company_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('crm_access', new.id::text);
  return null;
end $$;
create trigger tell_access after update of domain, plan on crm.company
  for each row execute function crm.tell_company_access();
