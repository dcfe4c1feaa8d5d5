package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.exec.DetachedTools;
import dev.goldenrod.dataplane.k8s.imports.state.ImportState;
import dev.goldenrod.dataplane.k8s.imports.state.ImportStates;
import dev.goldenrod.dataplane.k8s.imports.state.PartRecord;
import dev.goldenrod.engine.imports.Checkpoints;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Records in the import's Secret which parts of a load are done in a pod. */
final class LoadCheckpoints implements Checkpoints {
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
    String text = new String(ImportState.json(result), StandardCharsets.UTF_8);
    states.save(id, name, new PartRecord(pod, text, all.subList(before, all.size()), tools.runs()));
    return result;
  }

  private <T> T done(String name, Class<T> type, PartRecord record) {
    if (!record.hasEnded()) {
      throw new UnknownProgressException(name);
    }
    tools.skipRuns(record.runs());
    record.warnings().forEach(run::warn);
    return ImportState.parse(record.result().getBytes(StandardCharsets.UTF_8), type)
        .orElseThrow(() -> new UnknownProgressException(name));
  }
}
