-- In two steps: on several machines a grant and the webhooks of its app are not on the same one.
create or replace function crm.end_webhooks_of_app() returns trigger language plpgsql as $$
begin
  if current_setting('portico.whole_company', true) = 'on' then return null; end if;
  if exists (select from crm.oauth_grant g
    where g.company_id = old.company_id and g.user_id = old.user_id and g.app_company_id = old.app_company_id and g.app_id = old.app_id)
  then return null;
  end if;
  delete from crm.webhook w
  where w.company_id = old.company_id and w.owner_id = old.user_id
    and w.app_company_id = old.app_company_id and w.app_id = old.app_id;
  return null;
end $$;
