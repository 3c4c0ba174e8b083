package io.dragoman.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolIdAllocatorTest {
    private final ToolIdAllocator allocator = new ToolIdAllocator(64);

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "a colon, call:a, call_a_be20a31b",
        "a slash, call/a, call_a_027f8418",
        "several, call:a/b c, call_a_b_c_0664ed1f",
        "nothing to change, call_abc-DEF_123, call_abc-DEF_123",
    })
    void replacesWhatTheTargetCannotHold(String why, String raw, String expected) {
        assertThat(allocator.allocate(raw)).isEqualTo(expected);
    }

    @Test
    void keepsTheWholeHashOfALongComposite() {
        String raw = "call_5sNzuhhhfcuN91ysezpcwXjp\nfc_0c71abbccafaad67016a80xxxxxxxxxxxxxxxxxxxxxxxxxxxxx";
        assertThat(allocator.allocate(raw)).hasSize(64).startsWith("call_5sNzuhhhfcuN91ysezpcwXjp_fc_0c71abbccafaad67016a80")
                .matches("[a-zA-Z0-9_-]+_[0-9a-f]{8}");
    }

    @Test
    void shortensByLengthAlone() {
        assertThat(allocator.allocate("c".repeat(74))).isEqualTo("c".repeat(55) + "_7910cf0c");
        assertThat(allocator.allocate("c".repeat(64))).isEqualTo("c".repeat(64));
        assertThat(allocator.allocate("c".repeat(65))).hasSize(64).isNotEqualTo(allocator.allocate("c".repeat(74)));
    }

    @Test
    void numbersAnIdThatMeetsAReservedOne() {
        allocator.reserve("call_a_be20a31b");
        assertThat(allocator.allocate("call:a")).isEqualTo("call_a_be20a31b_2");
    }

    @Test
    void staysWithinTheLimitWhenNumbered() {
        String taken = "c".repeat(55) + "_7910cf0c";
        allocator.reserve(taken);
        assertThat(allocator.allocate("c".repeat(74))).isEqualTo("c".repeat(53) + "_7910cf0c_2");
    }

    @Test
    void replacesByCodeUnit() {
        assertThat(allocator.allocate("😀")).startsWith("___").hasSize(11);
    }

    @Test
    void looksUpWithoutGiving() {
        assertThat(allocator.lookup("call:a")).isEmpty();
        String given = allocator.allocate("call:a");
        assertThat(allocator.lookup("call:a")).contains(given);
        assertThat(allocator.allocate("call:a")).isEqualTo(given);
    }

    @Test
    void refusesAnEmptyId() {
        assertThatThrownBy(() -> allocator.allocate("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void givesFurtherIdsToARepeatedOne() {
        allocator.reserve("call_0");
        allocator.reserve("call_0_3");
        assertThat(allocator.another("call_0")).isEqualTo("call_0_2");
        assertThat(allocator.another("call_0")).isEqualTo("call_0_4");
    }
}
