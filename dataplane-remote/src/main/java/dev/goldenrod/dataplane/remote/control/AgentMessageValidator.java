package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.VersionRef;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Validates the answers of agents, before they are stored, logged or shown. */
final class AgentMessageValidator {
  /** The most resources in an inventory, many times what one machine can run. */
  private static final int MOST_RESOURCES = 50_000;

  private static final int MOST_ENGINES = 500;
  private static final int HIGHEST_PORT = 65_535;
  private static final int LONGEST_ATTESTATION = 1 << 20;

  /** A name, a password or a handle. */
  private static final Pattern TEXT = Pattern.compile("[^\\p{Cc}]{1,2000}");

  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]{1,253}|\\[?[0-9A-Fa-f:.]{2,45}]?");

  private static final Set<String> SCHEMES = Set.of("postgresql", "mysql", "mongodb");
  private static final Set<String> SSL_MODES = Set.of("", "require", "verify-full");

  /** Empty for steps that do not determine a release. */
  private static final Pattern RELEASE = Pattern.compile("[0-9]{0,4}");

  private static final Pattern ENDPOINT =
      Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Z}]{1,500}:[0-9]{1,5}");

  private AgentMessageValidator() {}

  /**
   * Returns the credentials with a URI that is built here from their parts: parameters that an
   * agent appended to its own URI would be interpreted by the drivers of clients.
   *
   * @throws DataPlaneException if the credentials are invalid
   */
  static Credentials credentials(Credentials reported) {
    if (!areValid(reported)) {
      throw new DataPlaneException("the agent returned invalid credentials for a database");
    }
    return Credentials.of(
        reported.scheme(),
        reported.host(),
        reported.port(),
        reported.dbname(),
        reported.username(),
        reported.password(),
        reported.sslmode());
  }

  static Map<UUID, Credentials> credentials(
      List<UUID> requestedIds, Map<UUID, @Nullable Credentials> reported) {
    Map<UUID, Credentials> valid = new HashMap<>();
    for (UUID id : requestedIds) {
      Credentials one = reported.get(id);
      if (one != null && areValid(one)) {
        valid.put(id, credentials(one));
      }
    }
    return valid;
  }

  private static boolean areValid(Credentials reported) {
    return reported.host() != null
        && HOST.matcher(reported.host()).matches()
        && reported.port() > 0
        && reported.port() <= HIGHEST_PORT
        && isText(reported.dbname())
        && isText(reported.username())
        && isText(reported.password())
        && reported.uri() != null
        && SCHEMES.contains(reported.scheme())
        && SSL_MODES.contains(reported.sslmode());
  }

  private static boolean isText(@Nullable String reported) {
    return reported != null && TEXT.matcher(reported).matches();
  }

  /** Returns the endpoint, which may be empty, or throws if it is not {@code host:port}. */
  static String endpoint(String reported) {
    if (!reported.isEmpty() && !ENDPOINT.matcher(reported).matches()) {
      throw new DataPlaneException("the agent returned an invalid endpoint for a database");
    }
    return reported;
  }

  /** Returns at most 500 of the versions, with printable texts. */
  static List<EngineVersion> engines(List<@Nullable EngineVersion> reported) {
    return reported.stream()
        .filter(Objects::nonNull)
        .limit(MOST_ENGINES)
        .map(
            one ->
                new EngineVersion(
                    PeerText.sanitize(one.type()),
                    PeerText.sanitize(one.version()),
                    one.origin(),
                    PeerText.sanitize(one.message())))
        .toList();
  }

  /** Returns the facts with printable texts. */
  static Orphan.Facts facts(Orphan.Facts reported) {
    return new Orphan.Facts(
        PeerText.sanitize(reported.name()),
        new Orphan.Engine(
            PeerText.sanitize(reported.engine().type()),
            PeerText.sanitize(reported.engine().release())),
        reported.resources(),
        Math.max(0, reported.sizeBytes()));
  }

  /** Returns the result, or throws if the handle or the source's release is invalid. */
  static ImportResult result(ImportResult reported) {
    if (!RELEASE.matcher(reported.release()).matches()) {
      throw new DataPlaneException("the agent returned a release that is not a number");
    }
    return new ImportResult(
        reported.release(),
        reported.handle().isEmpty() ? "" : handle(reported.handle()),
        Math.max(0, reported.sizeBytes()),
        attestation(reported.attestation()));
  }

  private static @Nullable String attestation(@Nullable String reported) {
    if (reported != null && reported.length() > LONGEST_ATTESTATION) {
      throw new DataPlaneException(
          "the agent returned an attestation of %d characters, but at most %d are allowed"
              .formatted(reported.length(), LONGEST_ATTESTATION));
    }
    return reported;
  }

  /** Returns the state of an archive, or throws if the archive is ready with an invalid handle. */
  static ArchiveObservation archive(ArchiveObservation reported) {
    return new ArchiveObservation(
        reported.state(),
        Math.max(0, reported.receivedBytes()),
        reported.state() == ArchiveObservation.State.READY ? handle(reported.handle()) : "",
        Math.max(0, reported.sizeBytes()),
        PeerText.sanitize(reported.message()));
  }

  private static String handle(String reported) {
    if (!isText(reported)) {
      throw new DataPlaneException("the agent returned an invalid name or handle");
    }
    return reported;
  }

  static Optional<Progress> progress(@Nullable Progress reported) {
    return Optional.ofNullable(reported)
        .map(
            one ->
                new Progress(
                    Math.max(0, one.done()),
                    Math.max(0, one.total()),
                    PeerText.sanitize(one.unit())));
  }

  /** Returns the inventory, or throws if it is too large or has an invalid handle. */
  static Inventory inventory(Inventory reported) {
    int resources =
        reported.databases().size()
            + reported.snapshots().size()
            + reported.imports().size()
            + reported.handles().size()
            + reported.copies().size()
            + reported.damaged().size();
    if (resources > MOST_RESOURCES) {
      throw new DataPlaneException(
          "the agent reported %d resources, but at most %d are allowed"
              .formatted(resources, MOST_RESOURCES));
    }
    reported.handles().forEach(AgentMessageValidator::handle);
    reported.copies().stream().map(VersionRef::golden).forEach(AgentMessageValidator::handle);
    reported.copies().stream().map(VersionRef::handle).forEach(AgentMessageValidator::handle);
    Map<UUID, String> damaged = new HashMap<>();
    reported.damaged().forEach((id, reason) -> damaged.put(id, PeerText.sanitize(reason)));
    return new Inventory(
        reported.databases(),
        reported.snapshots(),
        reported.imports(),
        reported.handles(),
        reported.copies(),
        damaged);
  }
}
