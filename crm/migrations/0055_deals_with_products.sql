-- Volatile, so that it sees what is committed when it is called: a statement that waits for the lock of a deal calls it
-- once it has the lock, and products are added with the deal locked.
create function crm.has_enabled_products(of_company bigint, of_deal bigint) returns boolean
language plpgsql volatile as $$
begin
  return exists (
    select from crm.deal_product x where x.company_id = of_company and x.deal_id = of_deal and x.is_enabled);
end $$;
