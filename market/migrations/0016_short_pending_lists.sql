-- A search reads what waits to be sorted into its index one by one: 128 kB at most instead of 4 MB.
alter index market.account_search set (gin_pending_list_limit = 128);
alter index market.book_search set (gin_pending_list_limit = 128);
alter index market.request_title set (gin_pending_list_limit = 128);
alter index market.word_likeness set (gin_pending_list_limit = 128);
