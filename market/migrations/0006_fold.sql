-- One spelling to compare by: lower case, without accents, so that cafe finds Café and Grosse finds Größe.
create function market.fold(given text) returns text language sql immutable strict parallel safe
return lower(replace(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'));

drop index market.book_search;
alter table market.book drop column search_text;
alter table market.book add column search_text text not null
  generated always as (market.fold(name || ' ' || course || ' ' || course_key)) stored;
create index book_search on market.book using gin (search_text gin_trgm_ops) where status = 0 and deleted_at is null;

alter table market.request drop column title;
alter table market.request add column title text not null generated always as (market.fold(name)) stored;

create or replace function market.keep_words() returns trigger language plpgsql as $$
begin
  insert into market.word
  select distinct word from regexp_split_to_table(market.fold(new.name), '[^[:alnum:]]+') word
  where length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end $$;
insert into market.word
select distinct word from market.book, regexp_split_to_table(market.fold(name), '[^[:alnum:]]+') word
where length(word) between 3 and 40
on conflict do nothing;

-- Words that share a fifth of their trigrams: enough to hold two letters that changed places.
create function market.close_words(typed text, most integer) returns table (word text, likeness real)
language sql stable parallel safe set pg_trgm.similarity_threshold to 0.2 as $$
  select word, similarity(word, typed) from market.word where word % typed order by 2 desc, 1 limit most
$$;
