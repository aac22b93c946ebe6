-- What copies of a title were sold for, found by the title where there is no ISBN.
create index book_title on market.book (md5(market.fold(name))) where status in (2, 3);

-- Ten letters and digits that are not mistaken for each other.
create function market.new_code() returns text language sql volatile parallel safe
return (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + get_byte(bytes, at) % 32, 1), '')
        from (select sha256(convert_to(gen_random_uuid()::text, 'utf8')) as bytes) random, generate_series(0, 9) at);

-- The code on the slip a seller brings along with the book; each sale has its own.
alter table market.purchase_item add column drop_off_code text not null default market.new_code();
create unique index purchase_item_code on market.purchase_item (drop_off_code);
