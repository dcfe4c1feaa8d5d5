package dev.goldenrod.dataplane.k8s.archive;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
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
 * The state of an incoming archive, kept in the Secret that owns its objects. The archive's first
 * bytes are in the Secret too, until they tell how large a volume the archive needs. Static methods
 * make patches of that Secret.
 *
 * @param secret as read live, or without its values if only {@link #id} and the annotations are
 *     used
 */
record ReceivedArchive(V1Secret secret) {
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

  /** Bounds of the bytes that headers, folders and incompressible files add to the contents. */
  private static final long MOST_FOR_FILE = 1100;

  private static final long MOST_BESIDE = 64 << 20;

  /** Returns the name of the Secret, and of the volume and the pod that receive the archive. */
  static String name(UUID id) {
    return PREFIX + id;
  }

  /** Returns false for the staging objects of archives, which have the same label. */
  static boolean isIncoming(V1Secret secret) {
    return Labels.id(secret, Labels.ARCHIVE).isPresent()
        && NAME.matcher(Metadata.name(secret)).matches();
  }

  /** Returns the Secret of an archive that has received no bytes. */
  static V1Secret emptySecret(UUID id, Instant now) {
    return PodParts.secret(
        new V1ObjectMeta()
            .name(name(id))
            .labels(Labels.of(Labels.ARCHIVE, id))
            .annotations(Map.of(RECEIVED_AT, now.toString())));
  }

  UUID id() {
    return Labels.id(secret, Labels.ARCHIVE).orElseThrow();
  }

  String name() {
    return name(id());
  }

  byte[] beginning() {
    return Objects.requireNonNullElse(secret.getData(), Map.<String, byte[]>of())
        .getOrDefault(BEGINNING, new byte[0]);
  }

  boolean isOnVolume() {
    return Annotations.of(secret, RELEASE).isPresent();
  }

  /** Returns the engine release that the archive declares. The archive must be on a volume. */
  String release() {
    return Annotations.of(secret, RELEASE).orElseThrow();
  }

  /** Returns the total size in bytes of the files that the archive declares. */
  long fileBytes() {
    return number(FILE_BYTES);
  }

  /** Returns the largest possible size in bytes of an archive of the declared files. */
  long mostBytes() {
    return number(MOST_BYTES);
  }

  /** Returns the number of bytes that the archive had when it was last unpacked. */
  long receivedBytes() {
    return number(RECEIVED_BYTES);
  }

  /** Returns when bytes were last received, to the minute. */
  Instant receivedAt() {
    return Annotations.of(secret, RECEIVED_AT)
        .flatMap(ReceivedArchive::instant)
        .orElse(Instant.EPOCH);
  }

  /** Returns why unpacking failed, unless it has been started again since. */
  Optional<String> failure() {
    return Annotations.of(secret, FAILURE);
  }

  /** Returns what the unpacking server waits for; empty when it waits for nothing. */
  String problem() {
    return Annotations.of(secret, PROBLEM).orElse("");
  }

  /** Returns whether a server's claim to unpack the archive is still valid. */
  boolean isClaimed(Instant now) {
    return claim()
        .map(sign -> sign.substring(sign.indexOf('/') + 1))
        .flatMap(ReceivedArchive::instant)
        .filter(now::isBefore)
        .isPresent();
  }

  boolean isClaimedByOther(String holder, Instant now) {
    return isClaimed(now) && !isClaimedBy(holder);
  }

  boolean isClaimedBy(String holder) {
    return claim().filter(sign -> sign.startsWith(holder + '/')).isPresent();
  }

  private Optional<String> claim() {
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

  static JsonObject beginningPatch(byte[] bytes, Instant now) {
    JsonObject patch = receivedPatch(now);
    patch.add("data", data(Base64.getEncoder().encodeToString(bytes)));
    return patch;
  }

  static JsonObject volumePatch(ArchiveFacts facts, Instant now) {
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

  static JsonObject receivedPatch(Instant now) {
    JsonObject patch = Annotations.patch(Map.of(RECEIVED_AT, now.toString()));
    remove(patch, FAILURE);
    return patch;
  }

  static JsonObject claimPatch(String holder, Instant now, Duration longest) {
    JsonObject patch = renewalPatch(holder, now, longest);
    remove(patch, FAILURE);
    remove(patch, PROBLEM);
    return patch;
  }

  /** Renews a server's claim, which expires after {@code longest}. */
  static JsonObject renewalPatch(String holder, Instant now, Duration longest) {
    return Annotations.patch(Map.of(WORKER, holder + '/' + now.plus(longest)));
  }

  /** Patches what the unpacking server waits for; empty for nothing. */
  static JsonObject problemPatch(String problem) {
    return Annotations.patch(Map.of(PROBLEM, problem));
  }

  static JsonObject receivedBytesPatch(long bytes) {
    return Annotations.patch(Map.of(RECEIVED_BYTES, Long.toString(bytes)));
  }

  static JsonObject failurePatch(String why) {
    JsonObject patch = Annotations.patch(Map.of(FAILURE, why));
    remove(patch, WORKER);
    return patch;
  }

  /** Records a failure of an archive whose bytes are of no use and are dropped. */
  static JsonObject rejectionPatch(String why) {
    JsonObject patch = failurePatch(why);
    remove(patch, RELEASE);
    remove(patch, RECEIVED_BYTES);
    patch.add("data", data(null));
    return patch;
  }

  /** Drops the claim of the unpacking server. */
  static JsonObject releasePatch() {
    JsonObject patch = Annotations.patch(Map.of());
    remove(patch, WORKER);
    return patch;
  }

  private static void remove(JsonObject patch, String annotation) {
    Annotations.in(patch).add(annotation, JsonNull.INSTANCE);
  }

  private static JsonObject data(@Nullable String beginning) {
    JsonObject data = new JsonObject();
    data.addProperty(BEGINNING, beginning);
    return data;
  }
}
