package dev.goldenrod.spring;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.springframework.test.context.TestContext;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Loads the application context before all other listeners, so that a refusal is reported as one
 * message without the stack traces of other listeners. Registered with Spring's test framework.
 */
public final class ContextLoadingTestExecutionListener extends AbstractTestExecutionListener {
  /** Before the servlet listener, the first one that needs a context. */
  private static final int ORDER = 500;

  /** Spring does not retry a failed context and then omits the reason. */
  private static final String NOT_TRIED_AGAIN = "failure threshold";

  private static final Set<String> REFUSED = Collections.synchronizedSet(new LinkedHashSet<>());
  private static volatile boolean failedOtherwise;

  @Override
  public int getOrder() {
    return ORDER;
  }

  @Override
  public void prepareTestInstance(TestContext test) {
    try {
      test.getApplicationContext();
    } catch (IllegalStateException failure) {
      throw refusal(failure).<RuntimeException>map(NoCloneException::new).orElse(failure);
    }
  }

  private static Optional<String> refusal(IllegalStateException failure) {
    Optional<String> first = refusalIn(failure);
    first.ifPresent(REFUSED::add);
    if (first.isPresent() || failedOtherwise || REFUSED.isEmpty() || !isRepeated(failure)) {
      failedOtherwise |= first.isEmpty();
      return first;
    }
    return Optional.of("the application context was refused before: " + String.join(" ", REFUSED));
  }

  private static boolean isRepeated(IllegalStateException failure) {
    return String.valueOf(failure.getMessage()).contains(NOT_TRIED_AGAIN);
  }

  private static Optional<String> refusalIn(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CloneSetupException refusal) {
        return Optional.ofNullable(refusal.getMessage());
      }
    }
    return Optional.empty();
  }
}
