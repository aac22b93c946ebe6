create table market.cart_item (
  account_id text not null references market.account on delete cascade,
  book_id    text not null references market.book on delete cascade,
  added_at   timestamptz not null,
  primary key (account_id, book_id)
);
create index cart_item_book on market.cart_item (book_id);

-- One row for each book of a checkout; shares of the fee add up to the fee of the purchase.
create table market.purchase_item (
  purchase_id text not null references market.purchase,
  book_id     text not null references market.book,
  seller_id   text not null references market.account,
  price_cents integer not null,
  fee_cents   integer not null,
  -- how it ended; null while under way
  outcome     text check (outcome in ('delivered', 'cancelled', 'refunded', 'rejected', 'lapsed')),
  ended_at    timestamptz,
  primary key (purchase_id, book_id)
);
create index purchase_item_book on market.purchase_item (book_id);
create index purchase_item_seller on market.purchase_item (seller_id);

-- Money, in cents. The entries of one move add up to zero.
create table market.ledger_entry (
  move_id bigint not null references market.book_move,
  account text not null check (account in ('due_from_buyer', 'due_to_seller', 'fee_expected', 'fee_earned', 'cash')),
  party   text references market.account,
  cents   bigint not null,
  primary key (move_id, account)
);

create function market.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from market.ledger_entry where move_id = new.move_id) <> 0 then
    raise exception 'the ledger entries of move % do not add up to zero', new.move_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert or update on market.ledger_entry
  deferrable initially deferred for each row execute function market.refuse_unbalanced();
