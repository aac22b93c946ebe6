-- Several machines (Citus) do not join the rows that a statement has removed with other tables: they are named by value.
create or replace function crm.drop_deal_sums() returns trigger language plpgsql as $$
declare
  removed record;
begin
  for removed in select company_id, array_agg(id::text) as ids from gone group by company_id loop
    delete from crm.deal_sums s where s.company_id = removed.company_id and exists (
      select from crm.change c where c.company_id = removed.company_id and c.entity = 'deal'
        and c.entity_id = any(removed.ids) and c.seq > s.seq and c.action <> 'purged');
  end loop;
  return null;
end $$;
