package dev.goldenrod.junit;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The goldens whose recipes failed in this process. They are not retried, because they would fail
 * again for each test; a changed recipe is a different golden. Thread-safe.
 */
final class FailedGoldens {
  private static final String NOT_PERMITTED = "42501";
  private static final Map<String, String> WAYS_OUT =
      Map.of(
          "create role",
          ". Name the role in the recipe, which then creates it first: from.roles(\"…\"),"
              + " goldenrod.roles for Spring; and let the migration create it only if it does"
              + " not exist",
          "create extension",
          ". Create the extension in a script of the recipe that runs as administrator:"
              + " from.adminScript(\"…\"), goldenrod.admin-script for Spring");

  private final Map<String, String> reasons = new ConcurrentHashMap<>();

  /** Throws the original reason, without a stack trace, if the golden has failed before. */
  void requireNotFailed(Golden golden, String name) {
    String reason = reasons.get(name);
    if (reason != null) {
      throw GoldenrodException.withoutTrace(
          "golden '%s' failed before, and is not tried again in this run: %s"
              .formatted(golden.name(), reason));
    }
  }

  void add(String name, Exception failure) {
    reasons.put(name, String.valueOf(failure.getMessage()).strip());
  }

  /** Returns the exception for a failed recipe, with a remedy if one is known. */
  static RuntimeException of(Golden golden, Exception failure) {
    String wayOut = wayOut(failure);
    if (failure instanceof RuntimeException unchecked && wayOut.isEmpty()) {
      return unchecked;
    }
    return new GoldenrodException(
        "golden '%s' cannot be created: %s%s"
            .formatted(golden.name(), String.valueOf(failure.getMessage()).strip(), wayOut),
        failure);
  }

  private static String wayOut(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException refusal && NOT_PERMITTED.equals(refusal.getSQLState())) {
        String message = String.valueOf(refusal.getMessage());
        return WAYS_OUT.entrySet().stream()
            .filter(way -> message.contains(way.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("");
      }
    }
    return "";
  }
}
