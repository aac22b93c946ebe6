-- The seller of a book stands in its conversations: to count what is new, nobody goes through all of a seller's books.
alter table market.conversation add column owner_id text references market.account on delete cascade;
update market.conversation set owner_id = book.owner_id from market.book where book.id = conversation.book_id;
alter table market.conversation alter column owner_id set not null;

create index conversation_owner on market.conversation (owner_id, latest_at desc);

-- Conversations with something that one side may not have read: few, however many there were.
create index conversation_owner_news on market.conversation (owner_id)
  where latest_at > coalesce(owner_read_at, '-infinity'::timestamptz);
create index conversation_asker_news on market.conversation (asker_id)
  where latest_at > coalesce(asker_read_at, '-infinity'::timestamptz);
