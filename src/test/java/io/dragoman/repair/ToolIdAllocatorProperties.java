package io.dragoman.repair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ToolIdAllocatorProperties {
    @Property
    void differentIdsStayDifferentAndSoundOnesStay(@ForAll("ids") Set<String> ids) {
        ToolIdAllocator allocator = new ToolIdAllocator(20);
        ids.stream().filter(allocator::isLegal).forEach(allocator::reserve);
        Set<String> given = new HashSet<>();
        for (String id : ids) {
            String now = allocator.allocate(id);
            assertThat(now).matches("[a-zA-Z0-9_-]{1,20}");
            assertThat(given.add(now)).as("given once: %s", now).isTrue();
            if (allocator.isLegal(id)) {
                assertThat(now).isEqualTo(id);
            }
        }
        for (String id : List.copyOf(ids)) {
            assertThat(given).doesNotContain(allocator.another(id));
        }
    }

    /** Ids that look alike once cleaned or cut, and rewritten forms of others among them. */
    @Provide
    Arbitrary<Set<String>> ids() {
        Arbitrary<String> near = Arbitraries.of("call:a", "call/a", "call_a", "call_a_be20a31b", "call_a_be20a31b_2", "call.a", "вызов", "вывоз",
                "😀", "🙃", "\uD83D", "__", " ", "a".repeat(20), "a".repeat(21), "a".repeat(22), "a".repeat(20) + ":", "a".repeat(20) + "/");
        Arbitrary<String> any = Arbitraries.strings().ofMinLength(1).ofMaxLength(30);
        return Arbitraries.oneOf(near, near.map(raw -> new ToolIdAllocator(20).allocate(raw)), any).set().ofMinSize(1).ofMaxSize(30);
    }
}
