package io.dragoman.conversation;

/** A {@link Failure} on its way through code or a route. It is an answer, not a bug, so it carries no stack trace. */
public final class DragomanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Failure failure;

    public DragomanException(Failure failure) {
        super(failure.message(), null, false, false);
        this.failure = failure;
    }

    public Failure failure() {
        return failure;
    }
}
