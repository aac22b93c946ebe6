-- Fifty books at the highest price an operator may allow are more than an integer holds.
alter table market.purchase
  alter column subtotal_cents type bigint,
  alter column fee_cents type bigint;
