package io.dragoman.wire.responses;

import io.dragoman.wire.responses.SearchItem.Standing;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What belongs to all searches of a reply together: the client's limit, the titles and pages that the answer cites, the ids. */
final class Searches implements OutputItem.ShowContext {
    /** Opening pages and finding words is free, but not without end. */
    private static final int ACTIONS_A_SEARCH = 4;

    private final String name;
    private final Optional<Long> maxUses;
    private final Set<String> ids = new HashSet<>();
    private long counted;
    private long actions;
    private Optional<SearchItem> extra = Optional.empty();

    Searches(String name, Optional<Long> maxUses) {
        this.name = name;
        this.maxUses = maxUses;
    }

    /** Searches that were made within the limit, failed ones too. */
    long counted() {
        return counted;
    }

    /** The search that went beyond the limit. */
    SearchItem extra() {
        return extra.orElseThrow(() -> new IllegalStateException("The limit holds."));
    }

    /** Decides about the searches that can be decided. An item that does not say yet what it does is a search once something follows it. */
    boolean isOverLimit(Iterable<OutputItem> items) {
        if (maxUses.isEmpty()) {
            return false;
        }
        Optional<SearchItem> unclear = Optional.empty();
        for (OutputItem item : items) {
            unclear.ifPresent(search -> decide(search, true));
            unclear = item instanceof SearchItem search && extra.isEmpty() ? unclear(search) : Optional.empty();
            if (extra.isPresent()) {
                return true;
            }
        }
        return false;
    }

    private Optional<SearchItem> unclear(SearchItem search) {
        Optional<Boolean> isSearch = search.isSearch();
        if (search.standing() == Standing.COUNTED && isSearch.filter(Boolean.FALSE::equals).isPresent()) {
            search.standing(Standing.FREE);
            counted--;
        } else if (search.standing() == Standing.UNDECIDED) {
            if (isSearch.isEmpty()) {
                return Optional.of(search);
            }
            decide(search, isSearch.get());
        }
        return Optional.empty();
    }

    private void decide(SearchItem search, boolean isSearch) {
        actions++;
        boolean over = maxUses.filter(max -> isSearch && counted >= max || actions > ACTIONS_A_SEARCH * max).isPresent();
        if (over) {
            search.standing(Standing.TOO_MANY);
            extra = Optional.of(search);
        } else {
            search.standing(isSearch ? Standing.COUNTED : Standing.FREE);
            counted += isSearch ? 1 : 0;
        }
    }

    /** Nothing more can be told about these items: cited pages find their search, pages nobody found go to the last one. */
    void settle(Iterable<OutputItem> items) {
        Map<String, String> titles = new LinkedHashMap<>();
        Optional<SearchItem> last = Optional.empty();
        for (OutputItem item : items) {
            if (item instanceof MessageItem message) {
                message.titles(titles);
            } else if (item instanceof SearchItem search) {
                if (search.standing() == Standing.UNDECIDED) {
                    decide(search, search.isSearch().orElse(true));
                }
                boolean takes = !search.failed() && search.isSearch().orElse(true);
                last = takes ? Optional.of(search) : last;
            }
        }
        for (Map.Entry<String, String> page : titles.entrySet()) {
            boolean known = false;
            for (OutputItem item : items) {
                if (item instanceof SearchItem search && !search.failed() && search.found(page.getKey())) {
                    search.cited(page.getKey(), page.getValue());
                    known = true;
                }
            }
            if (!known) {
                last.ifPresent(search -> search.cited(page.getKey(), page.getValue()));
            }
        }
    }

    @Override
    public String searchName() {
        return name;
    }

    @Override
    public String searchId(String itemId, int index) {
        String plain = Ids.search(itemId.isEmpty() ? "ws_" + index : itemId);
        String id = plain;
        for (int i = 2; !ids.add(id); i++) {
            id = Ids.search(plain + "." + i);
        }
        return id;
    }
}
