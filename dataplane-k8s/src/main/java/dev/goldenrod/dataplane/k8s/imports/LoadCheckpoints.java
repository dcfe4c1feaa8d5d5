package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.exec.DetachedTools;
import dev.goldenrod.engine.imports.ImportWork.Checkpoints;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Records in the import's Secret which parts of a load are done in a pod. */
final class LoadCheckpoints implements Checkpoints {
  /**
   * The record of a part of a load.
   *
   * @param pod the uid of the load's pod; the part is lost with the pod
   * @param result as JSON; empty until the part has ended
   * @param warnings of this part alone
   * @param runs the number of tool runs up to the part's end
   */
  public record PartRecord(String pod, String result, List<String> warnings, int runs) {
    public PartRecord {
      Objects.requireNonNull(pod);
      Objects.requireNonNull(result);
      warnings = List.copyOf(warnings);
    }

    static PartRecord begunIn(String pod) {
      return new PartRecord(pod, "", List.of(), 0);
    }

    boolean hasEnded() {
      return !result.isEmpty();
    }
  }

  /** A part was started in the pod, and it is unknown whether it was done. */
  static final class UnknownProgressException extends DataPlaneException {
    private static final long serialVersionUID = 1L;

    UnknownProgressException(String part) {
      super("'%s' was interrupted".formatted(part));
    }
  }

  private final ImportStates states;
  private final UUID id;
  private final String pod;
  private final DetachedTools tools;
  private final StepRun run;

  /**
   * @param pod the uid of the load's pod
   */
  LoadCheckpoints(ImportStates states, UUID id, String pod, DetachedTools tools, StepRun run) {
    this.states = states;
    this.id = id;
    this.pod = pod;
    this.tools = tools;
    this.run = run;
  }

  @Override
  public <T, E extends Exception> T once(String name, Class<T> type, Part<T, E> part) throws E {
    Optional<PartRecord> there =
        states.require(id).part(name).filter(record -> record.pod().equals(pod));
    if (there.isPresent()) {
      return done(name, type, there.get());
    }
    states.save(id, name, PartRecord.begunIn(pod));
    int before = run.warnings().size();
    T result = part.run();
    List<String> all = run.warnings();
    String text = new String(SavedJson.write(result), StandardCharsets.UTF_8);
    states.save(id, name, new PartRecord(pod, text, all.subList(before, all.size()), tools.runs()));
    return result;
  }

  private <T> T done(String name, Class<T> type, PartRecord record) {
    if (!record.hasEnded()) {
      throw new UnknownProgressException(name);
    }
    tools.skipRuns(record.runs());
    record.warnings().forEach(run::warn);
    return SavedJson.read(record.result().getBytes(StandardCharsets.UTF_8), type)
        .orElseThrow(() -> new UnknownProgressException(name));
  }
}
