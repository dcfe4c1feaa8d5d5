package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.imports.ImportWork.EngineHost;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.imports.dump.RestoreLog.RestoreError;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns objects that could not be restored into warnings or into the import's failure. */
final class RestoreErrors {
  private static final String MISSING = "does not exist";

  private final StepReport report;
  private final List<String> extensionsLeftOut;
  private final EngineHost host;

  RestoreErrors(StepReport report, List<String> extensionsLeftOut, EngineHost host) {
    this.report = report;
    this.extensionsLeftOut = List.copyOf(extensionsLeftOut);
    this.host = host;
  }

  /** Warns of each loss, except for those that only follow from the loss of an object. */
  void warn(List<RestoreError> losses) {
    losses.stream()
        .filter(loss -> !isFollowUp(loss))
        .map(RestoreError::describe)
        .forEach(report::warn);
  }

  /** Warns of each loss. Throws if one is needed, and names another that caused it. */
  void require(Predicate<RestoreError> isNeeded, List<RestoreError> losses) {
    Optional<RestoreError> needed = losses.stream().filter(isNeeded).findFirst();
    warn(losses.stream().filter(loss -> loss != needed.orElse(null)).toList());
    needed.ifPresent(
        loss -> {
          throw new DataPlaneException(loss.describe() + hint(loss, losses));
        });
  }

  private String hint(RestoreError loss, List<RestoreError> losses) {
    Optional<RestoreError> cause =
        losses.stream()
            .filter(other -> other != loss && !isFollowUp(other))
            .filter(other -> isNamed(other, loss.reason()))
            .findFirst();
    if (cause.isPresent()) {
      return "; it depends on a missing object: " + cause.get().describe();
    }
    if (loss.reason().contains("collation")) {
      return "; %s lacks that locale: %s".formatted(host, host.remedy("it"));
    }
    if (!loss.reason().contains(MISSING)) {
      return "";
    }
    return extensionsLeftOut.isEmpty()
        ? "; the import's warnings list what is left out"
        : extensionsLeftOut.stream()
            .collect(
                Collectors.joining(
                    "', '",
                    "; a possible cause is the missing extension '",
                    "' (the import's warnings say why)"));
  }

  /** Returns whether the reason names the lost object in the way of PostgreSQL's messages. */
  private static boolean isNamed(RestoreError lost, String reason) {
    if (lost.entry() == null) {
      return false;
    }
    String name = lost.entry().name().replaceFirst("\\(.*", "");
    String withoutSchema = name.substring(name.indexOf('.') + 1);
    return Pattern.compile("(?<![\\w.])%s(?![\\w.])".formatted(Pattern.quote(name)))
            .matcher(reason)
            .find()
        || reason.contains('"' + withoutSchema + '"')
        || reason.contains(" " + withoutSchema + "(");
  }

  private static boolean isFollowUp(RestoreError loss) {
    return loss.entry() != null
        && (loss.entry().is("SHELL TYPE")
            || loss.entry().is("COMMENT", "SECURITY LABEL") && loss.reason().contains(MISSING));
  }
}
