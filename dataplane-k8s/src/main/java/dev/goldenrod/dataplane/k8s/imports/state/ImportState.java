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

/** The state of an import, as last read. */
public record ImportState(V1Secret secret) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger LOG = LoggerFactory.getLogger(ImportState.class);

  static final String SOURCE = "source.json";
  static final String ANALYSED = "analysed.json";
  static final String FAILURE = "failure.json";
  static final String LOADING_POD = "loading-pod.json";
  static final String DUMPED = "dumped.json.gz";

  static final String WORKER = "goldenrod.dev/worker";

  private interface Parser<T> {
    T parse(byte[] json) throws IOException;
  }

  /**
   * @throws DataPlaneException if the probe's result is missing or damaged
   */
  public ProbedSource source() {
    return knownSource()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "Secret %s no longer has a usable %s; start the import again"
                        .formatted(secret.getMetadata().getName(), SOURCE)));
  }

  public Optional<ProbedSource> knownSource() {
    return Optional.ofNullable(data().get(SOURCE))
        .flatMap(json -> parse(json, Engines.importer()::readSource));
  }

  /** Returns the record of the step; empty unless it is known to be done. */
  public Optional<StepRecord> done(ImportPhase step) {
    return read(key(step), StepRecord.class);
  }

  /** Returns the step's failure, unless the step has started again since. */
  public Optional<StepFailure> failure(ImportPhase step) {
    return read(FAILURE, StepFailure.class).filter(failure -> failure.step() == step);
  }

  public List<String> warnings() {
    return Arrays.stream(ImportPhase.values())
        .filter(ImportPhase::isDataPlaneStep)
        .flatMap(step -> done(step).stream())
        .flatMap(done -> done.warnings().stream())
        .toList();
  }

  /** Returns the sign of the process that works on the import, or last did. */
  public Optional<String> worker() {
    return Annotations.of(secret, WORKER);
  }

  public boolean isOf(String holder) {
    return worker().filter(sign -> sign.startsWith(holder + '/')).isPresent();
  }

  /** Returns the programs that make the data; unknown until they have started. */
  public EngineBuild build() {
    return EngineBuild.of(secret);
  }

  /** Returns the size in bytes; empty until the data is ready for a snapshot. */
  public Optional<Long> analysedBytes() {
    return read(ANALYSED, Long.class);
  }

  public boolean isMarked(String mark) {
    return data().containsKey(mark);
  }

  public Optional<String> loadingPod() {
    return read(LOADING_POD, String.class);
  }

  public Optional<PartRecord> part(String name) {
    return read(partKey(name), PartRecord.class);
  }

  /** Returns the finished dump's description; empty without a dump, or if it was too large. */
  public Optional<SourceDump> dump() {
    return Optional.ofNullable(data().get(DUMPED))
        .flatMap(packed -> SecretCompression.decompress(packed))
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

  /** Returns the parsed text; empty if it is damaged. */
  public static <T> Optional<T> parse(byte[] text, Class<T> type) {
    return parse(text, json -> JSON.readValue(json, type));
  }

  private static <T> Optional<T> parse(byte[] text, Parser<T> parser) {
    try {
      return Optional.ofNullable(parser.parse(text));
    } catch (JacksonException e) {
      LOG.warn("Ignoring damaged state of an import: {}", e.getMessage());
      return Optional.empty();
    } catch (IOException e) {
      throw new DataPlaneException("cannot read the saved state of an import", e);
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
