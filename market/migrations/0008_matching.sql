-- How many different titles hold a word. Counting stops where more says nothing, so that posts do not wait for each other
-- at the rows of common words.
alter table market.word add column uses integer not null default 1;

-- Every title once, in the one spelling to compare by: fifty copies of a book do not make its words common.
create table market.title (
  digest bytea primary key,
  title  text not null
);

create function market.count_title(given text) returns void language plpgsql as $$
begin
  insert into market.title values (sha256(convert_to(given, 'utf8')), given) on conflict do nothing;
  if not found then return; end if;
  insert into market.word as kept (word, uses)
  select distinct word, 1 from regexp_split_to_table(given, '[^[:alnum:]]+') word
  where length(word) between 3 and 40
  order by word
  on conflict (word) do update set uses = kept.uses + 1 where kept.uses < 1000;
end $$;

create or replace function market.keep_words() returns trigger language plpgsql as $$
begin
  perform market.count_title(market.fold(new.name));
  return null;
end $$;

truncate market.word;
select market.count_title(title) from (select distinct market.fold(name) as title from market.book order by 1) known;

create index request_title on market.request using gin (title gin_trgm_ops) where status = 0;

drop function market.title_score(text, text);
