package dev.goldenrod.dataplane.k8s.imports;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/** Distinguishes temporary errors of a CSI driver from lasting ones. */
final class DriverErrorClassifier {
  /** Errors of calls that a driver repeats after a timeout or a conflict. */
  private static final Pattern ON_THE_WAY =
      Pattern.compile(
          "DeadlineExceeded|deadline exceeded|Aborted|Unavailable|already exists for the given"
              + " volume|operation .* in progress|object has been modified|[Tt]hrottl|Rate exceeded"
              + "|RequestLimitExceeded|connection refused");

  private static final Duration LONGEST_PROBLEM = Duration.ofMinutes(1);

  private final LongSupplier nanos;
  private long since;

  DriverErrorClassifier() {
    this(System::nanoTime);
  }

  DriverErrorClassifier(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns the problem if it is a lasting one. Call it at every poll. */
  Optional<String> lastingProblem(Optional<String> problem) {
    Optional<String> real = problem.filter(text -> !ON_THE_WAY.matcher(text).find());
    if (real.isEmpty()) {
      since = 0;
    } else if (since == 0) {
      since = nanos.getAsLong();
    }
    return real.filter(text -> nanos.getAsLong() - since > LONGEST_PROBLEM.toNanos());
  }
}
