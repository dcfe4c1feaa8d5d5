package dev.goldenrod.dataplane.k8s.imports.state;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.StepFailure;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.engine.imports.ProbedSource;
import dev.goldenrod.engine.imports.SourceDump;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the steps of an import left for each other, as it was when it was read.
 *
 * @param secret that keeps it
 */
public record SavedState(V1Secret secret) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(SavedState.class);

  static final String SOURCE = "source.json";
  static final String ANALYSED = "analysed.json";
  static final String FAILURE = "failure.json";
  static final String LOADING_POD = "loading-pod.json";
  static final String DUMPED = "dumped.json.gz";

  /** The annotation that shows which process works on the import. */
  static final String WORKER = "goldenrod.dev/worker";

  /** Reads JSON. */
  private interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  /**
   * What the probe found out.
   *
   * @throws DataPlaneException when that is gone or damaged
   */
  public ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s has no usable %s any more; start the import again"
                        .formatted(secret.getMetadata().getName(), SOURCE)));
  }

  /** The same, as far as it is known. */
  public Optional<ProbedSource> knownSource() {
    return Optional.ofNullable(data().get(SOURCE))
        .flatMap(json -> parse(json, Engines.importer()::readSource));
  }

  /** What was kept of the step; empty unless it is done and known to be. */
  public Optional<StepRecord> done(ImportPhase step) {
    return read(key(step), StepRecord.class);
  }

  /** How the step failed, unless it was begun again. */
  public Optional<StepFailure> failure(ImportPhase step) {
    return read(FAILURE, StepFailure.class).filter(failure -> failure.step() == step);
  }

  /** The warnings of the steps that are done, first step first. */
  public List<String> warnings() {
    return Arrays.stream(ImportPhase.values())
        .filter(ImportPhase::isDataPlaneStep)
        .flatMap(step -> done(step).stream())
        .flatMap(done -> done.warnings().stream())
        .toList();
  }

  /** What the process that works on the import, or did, last said of itself. */
  public Optional<String> worker() {
    return Annotations.of(secret, WORKER);
  }

  /** Whether that process works on the import, by the last word of it. */
  public boolean isOf(String holder) {
    return worker().filter(sign -> sign.startsWith(holder + '/')).isPresent();
  }

  /** The programs that make the data; unknown until they began to. */
  public EngineBuild build() {
    return EngineBuild.of(secret);
  }

  /** Bytes of the loaded databases; empty until all is ready for a snapshot. */
  public Optional<Long> analysedBytes() {
    return read(ANALYSED, Long.class);
  }

  public boolean isMarked(String mark) {
    return data().containsKey(mark);
  }

  /** The uid of the pod that the load was begun in; empty until it is. */
  public Optional<String> loadingPod() {
    return read(LOADING_POD, String.class);
  }

  /** What was kept of the part of the load. */
  public Optional<PartRecord> part(String name) {
    return read(partKey(name), PartRecord.class);
  }

  /** What the finished dump says; empty until there is one, or when it says too much to be kept. */
  public Optional<SourceDump> dump() {
    return Optional.ofNullable(data().get(DUMPED))
        .flatMap(packed -> Packed.unpack(packed))
        .flatMap(json -> parse(json, source()::readDump));
  }

  Map<String, byte[]> data() {
    return Objects.requireNonNullElse(secret.getData(), Map.of());
  }

  static String partKey(String name) {
    return "part-%s.json".formatted(name);
  }

  static String key(ImportPhase step) {
    return step.name().toLowerCase(Locale.ROOT) + ".json";
  }

  private <T> Optional<T> read(String key, Class<T> type) {
    byte[] text = data().get(key);
    return text == null ? Optional.empty() : parse(text, type);
  }

  /** What the text says; empty when it is damaged. */
  public static <T> Optional<T> parse(byte[] text, Class<T> type) {
    return parse(text, json -> JSON.readValue(json, type));
  }

  private static <T> Optional<T> parse(byte[] text, Parser<T> parser) {
    try {
      return Optional.ofNullable(parser.parse(text));
    } catch (JacksonException e) {
      LOG.warn("what is kept of an import is damaged and left aside: {}", e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read what is kept of an import", e);
    }
  }

  public static byte[] json(Object value) {
    try {
      return JSON.writeValueAsBytes(value);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
