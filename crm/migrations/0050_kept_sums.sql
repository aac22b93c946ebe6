-- What the deals of a large company are worth together, by everything that reports ask for. The sums are those of one
-- line of the change log; who reads them adds what later lines have changed (crm/sales/deals/dealGroups.ts). So a write
-- costs nothing more, and no two writers wait for one row. A company without a row here is counted from its deals.
create table crm.deal_sums (
  company_id bigint primary key references crm.company,
  -- the last line of the log that is in the sums
  seq        bigint not null
);

create table crm.deal_sum (
  company_id  bigint not null references crm.company,
  -- 'nothing', or what the deals are laid out along: their ids, or one of their days
  along       text not null,
  -- ids in blocks of 4096; days since 2000-01-01, and one far away for deals without that day
  place       integer not null,
  owner_id    bigint not null,
  pipeline_id bigint not null,
  stage_id    bigint not null,
  status      text not null,
  is_archived boolean not null,
  visible_to  smallint not null,
  currency    text not null,
  count       integer not null,
  value       numeric not null,
  -- of deals with a probability of their own: value times percent
  weighted    numeric not null,
  -- of the others, whose stage decides: value
  unweighted  numeric not null,
  primary key (company_id, along, place, owner_id, pipeline_id, stage_id, status, is_archived, visible_to, currency)
) with (fillfactor = 80);

-- Deals are removed for good long after they were deleted, and their lines in the log are emptied. Should one of those
-- not be in the sums yet, the sums are made anew.
create function crm.drop_deal_sums() returns trigger language plpgsql as $$
begin
  delete from crm.deal_sums s using (select distinct company_id from gone) g
  where s.company_id = g.company_id and exists (
    select from gone join crm.change c on c.company_id = gone.company_id and c.entity = 'deal'
      and c.entity_id = gone.id::text and c.seq > s.seq and c.action <> 'purged'
    where gone.company_id = s.company_id);
  return null;
end $$;
create trigger drop_deal_sums after delete on crm.deal referencing old table as gone
  for each statement execute function crm.drop_deal_sums();
