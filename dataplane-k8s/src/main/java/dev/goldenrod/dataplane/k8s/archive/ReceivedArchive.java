package dev.goldenrod.dataplane.k8s.archive;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an archive that is brought in, in the Secret that its objects belong to. Its
 * bytes are in the Secret until they tell how large the volume has to be that takes them.
 *
 * @param secret as read live, but for {@link #id} and what annotations tell
 */
record ReceivedArchive(V1Secret secret) {
  /** The most bytes that are kept in the Secret. */
  static final int MOST_BEGINNING = 128 << 10;

  private static final String PREFIX = "archive-";
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f-]{36}");
  private static final String BEGINNING = "beginning";
  private static final String RELEASE = "goldenrod.dev/archive-release";
  private static final String FILE_BYTES = "goldenrod.dev/archive-file-bytes";
  private static final String MOST_BYTES = "goldenrod.dev/archive-most-bytes";
  private static final String RECEIVED_BYTES = "goldenrod.dev/received-bytes";
  private static final String RECEIVED_AT = "goldenrod.dev/received-at";
  private static final String FAILURE = "goldenrod.dev/failure";
  private static final String PROBLEM = "goldenrod.dev/problem";
  private static final String WORKER = "goldenrod.dev/worker";

  /** What headers, folders and incompressible files take beyond the files' bytes. */
  private static final long MOST_FOR_FILE = 1100;

  private static final long MOST_BESIDE = 64 << 20;

  /** The name of the Secret, and of the volume and the pod that receive. */
  static String name(UUID id) {
    return PREFIX + id;
  }

  /** Whether the Secret is one of these; the places where archives are unpacked have others. */
  static boolean isOne(V1Secret secret) {
    return Labels.id(secret, Labels.ARCHIVE).isPresent()
        && NAME.matcher(Objects.requireNonNull(secret.getMetadata().getName())).matches();
  }

  /** One of which nothing is there yet. */
  static V1Secret none(UUID id, Instant now) {
    return new V1Secret()
        .apiVersion("v1")
        .kind("Secret")
        .metadata(
            new V1ObjectMeta()
                .name(name(id))
                .labels(Labels.of(Labels.ARCHIVE, id))
                .annotations(Map.of(RECEIVED_AT, now.toString())))
        .type("Opaque");
  }

  UUID id() {
    return Labels.id(secret, Labels.ARCHIVE).orElseThrow();
  }

  String name() {
    return name(id());
  }

  /** The bytes that are not on a volume. */
  byte[] beginning() {
    return Objects.requireNonNullElse(secret.getData(), Map.<String, byte[]>of())
        .getOrDefault(BEGINNING, new byte[0]);
  }

  /** Whether all bytes are on a volume. */
  boolean isOnVolume() {
    return Annotations.of(secret, RELEASE).isPresent();
  }

  /** As the archive told it; only of one that is on a volume. */
  String release() {
    return Annotations.of(secret, RELEASE).orElseThrow();
  }

  /** As the archive told it. */
  long fileBytes() {
    return number(FILE_BYTES);
  }

  /** How many bytes an archive of what it told can have. */
  long mostBytes() {
    return number(MOST_BYTES);
  }

  /** How many bytes there were when it was unpacked last. */
  long receivedBytes() {
    return number(RECEIVED_BYTES);
  }

  /** When bytes came last, to the minute. */
  Instant receivedAt() {
    return Annotations.of(secret, RECEIVED_AT)
        .flatMap(ReceivedArchive::instant)
        .orElse(Instant.EPOCH);
  }

  /** Why it could not be unpacked, unless it was begun anew. */
  Optional<String> failure() {
    return Annotations.of(secret, FAILURE);
  }

  /** What the server that unpacks it waits for; empty when it waits for nothing. */
  String problem() {
    return Annotations.of(secret, PROBLEM).orElse("");
  }

  /** Whether a server unpacks it now, by the last word of it. */
  boolean isAtWork(Instant now) {
    return worker()
        .map(sign -> sign.substring(sign.indexOf('/') + 1))
        .flatMap(ReceivedArchive::instant)
        .filter(now::isBefore)
        .isPresent();
  }

  /** The same, of another one. */
  boolean isOfOther(String holder, Instant now) {
    return isAtWork(now) && !isOf(holder);
  }

  /** Whether that server works on it, by its own last word. */
  boolean isOf(String holder) {
    return worker().filter(sign -> sign.startsWith(holder + '/')).isPresent();
  }

  private Optional<String> worker() {
    return Annotations.of(secret, WORKER);
  }

  private long number(String annotation) {
    return Annotations.of(secret, annotation)
        .filter(text -> text.matches("\\d{1,18}"))
        .map(Long::parseLong)
        .orElse(0L);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException damaged) {
      return Optional.empty();
    }
  }

  /** The change to one with those bytes in its Secret. */
  static JsonObject withBeginning(byte[] bytes, Instant now) {
    JsonObject patch = received(now);
    patch.add("data", data(Base64.getEncoder().encodeToString(bytes)));
    return patch;
  }

  /** The change to one whose bytes are on a volume. */
  static JsonObject onVolume(ArchiveFacts facts, Instant now) {
    JsonObject patch =
        Annotations.patch(
            Map.of(
                RELEASE, facts.release(),
                FILE_BYTES, Long.toString(facts.bytes()),
                MOST_BYTES, Long.toString(mostBytes(facts)),
                RECEIVED_AT, now.toString()));
    remove(patch, FAILURE);
    patch.add("data", data(null));
    return patch;
  }

  static long mostBytes(ArchiveFacts facts) {
    return facts.bytes() + facts.bytes() / 100 + facts.files() * MOST_FOR_FILE + MOST_BESIDE;
  }

  /** The change to one that got bytes. */
  static JsonObject received(Instant now) {
    JsonObject patch = Annotations.patch(Map.of(RECEIVED_AT, now.toString()));
    remove(patch, FAILURE);
    return patch;
  }

  /** The change to one that is being unpacked. */
  static JsonObject begun(String holder, Instant now, Duration longest) {
    JsonObject patch = atWork(holder, now, longest);
    remove(patch, FAILURE);
    remove(patch, PROBLEM);
    return patch;
  }

  /** The change to one that still is, unless no more is heard of it for that time. */
  static JsonObject atWork(String holder, Instant now, Duration longest) {
    return Annotations.patch(Map.of(WORKER, holder + '/' + now.plus(longest)));
  }

  /** The change to one that waits for that, or, when it is empty, for nothing any more. */
  static JsonObject waiting(String problem) {
    return Annotations.patch(Map.of(PROBLEM, problem));
  }

  /** The change to one that has that many bytes. */
  static JsonObject complete(long bytes) {
    return Annotations.patch(Map.of(RECEIVED_BYTES, Long.toString(bytes)));
  }

  /** The change to one that could not be unpacked. */
  static JsonObject failed(String why) {
    JsonObject patch = Annotations.patch(Map.of(FAILURE, why));
    remove(patch, WORKER);
    return patch;
  }

  /** The same, of one whose bytes are of no use. */
  static JsonObject refused(String why) {
    JsonObject patch = failed(why);
    remove(patch, RELEASE);
    remove(patch, RECEIVED_BYTES);
    patch.add("data", data(null));
    return patch;
  }

  /** The change to one that no server works on. */
  static JsonObject atRest() {
    JsonObject patch = Annotations.patch(Map.of());
    remove(patch, WORKER);
    return patch;
  }

  private static void remove(JsonObject patch, String annotation) {
    patch
        .getAsJsonObject("metadata")
        .getAsJsonObject("annotations")
        .add(annotation, JsonNull.INSTANCE);
  }

  private static JsonObject data(@Nullable String beginning) {
    JsonObject data = new JsonObject();
    data.addProperty(BEGINNING, beginning);
    return data;
  }
}
