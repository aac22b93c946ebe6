-- Multiplied by a hundredth instead of divided by a hundred: a product of decimals is exact, a quotient is cut off, and
-- what lies just below half a cent would be rounded up.
create or replace function crm.line_sum(item_price numeric, quantity numeric, discount numeric, discount_type text, tax numeric,
  tax_method text, decimals integer) returns numeric language sql immutable parallel safe
return trim_scale(round(
  (item_price * quantity - case discount_type when 'percentage' then item_price * quantity * discount * 0.01 else discount end)
  * case tax_method when 'exclusive' then 1 + tax * 0.01 else 1 end, decimals));

-- Lists of v1 by first letter.
create index product_by_first_char on crm.product (company_id, lower(left(name, 1)), id) where not is_deleted;
