/** The embedded demo provider: answers on all wires without a key, clearly marked as a demo. */
@NullMarked
package io.dragoman.demo;

import org.jspecify.annotations.NullMarked;
