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
final class Said {
  /** The most resources in an inventory, many times what one machine can run. */
  private static final int MOST_THINGS = 50_000;

  private static final int MOST_ENGINES = 500;
  private static final int HIGHEST_PORT = 65_535;

  /** A name, a password or a handle. */
  private static final Pattern WORD = Pattern.compile("[^\\p{Cc}]{1,2000}");

  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9._-]{1,253}|\\[?[0-9A-Fa-f:.]{2,45}]?");

  private static final Set<String> SCHEMES = Set.of("postgresql", "mysql", "mongodb");
  private static final Set<String> SSL_MODES = Set.of("", "require", "verify-full");

  /** Empty for steps that do not determine a release. */
  private static final Pattern RELEASE = Pattern.compile("[0-9]{0,4}");

  private static final Pattern ENDPOINT =
      Pattern.compile("[^\\p{Cc}\\p{Cf}\\p{Z}]{1,500}:[0-9]{1,5}");

  private Said() {}

  /**
   * Returns the credentials with a URI that is built here from their parts: parameters that an
   * agent appended to its own URI would be interpreted by the drivers of clients.
   *
   * @throws DataPlaneException if the credentials are invalid
   */
  static Credentials credentials(Credentials said) {
    if (!areSound(said)) {
      throw new DataPlaneException("the agent's answer is no credentials of a database");
    }
    return Credentials.of(
        said.scheme(),
        said.host(),
        said.port(),
        said.dbname(),
        said.username(),
        said.password(),
        said.sslmode());
  }

  static Map<UUID, Credentials> credentials(
      List<UUID> asked, Map<UUID, @Nullable Credentials> said) {
    Map<UUID, Credentials> sound = new HashMap<>();
    for (UUID id : asked) {
      Credentials one = said.get(id);
      if (one != null && areSound(one)) {
        sound.put(id, credentials(one));
      }
    }
    return sound;
  }

  private static boolean areSound(Credentials said) {
    return said.host() != null
        && HOST.matcher(said.host()).matches()
        && said.port() > 0
        && said.port() <= HIGHEST_PORT
        && isWord(said.dbname())
        && isWord(said.username())
        && isWord(said.password())
        && said.uri() != null
        && SCHEMES.contains(said.scheme())
        && SSL_MODES.contains(said.sslmode());
  }

  private static boolean isWord(@Nullable String said) {
    return said != null && WORD.matcher(said).matches();
  }

  /** Returns the endpoint, which may be empty, or throws if it is not {@code host:port}. */
  static String endpoint(String said) {
    if (!said.isEmpty() && !ENDPOINT.matcher(said).matches()) {
      throw new DataPlaneException("the agent's answer is no endpoint of a database");
    }
    return said;
  }

  /** Returns at most 500 of the versions, with printable texts. */
  static List<EngineVersion> engines(List<@Nullable EngineVersion> said) {
    return said.stream()
        .filter(Objects::nonNull)
        .limit(MOST_ENGINES)
        .map(
            one ->
                new EngineVersion(
                    PeerText.of(one.type()),
                    PeerText.of(one.version()),
                    one.origin(),
                    PeerText.of(one.message())))
        .toList();
  }

  /** Returns the facts with printable texts. */
  static Orphan.Facts facts(Orphan.Facts said) {
    return new Orphan.Facts(
        PeerText.of(said.name()),
        new Orphan.Engine(PeerText.of(said.engine().type()), PeerText.of(said.engine().release())),
        said.resources(),
        Math.max(0, said.sizeBytes()));
  }

  /** Returns the result, or throws if the handle or the source's release is invalid. */
  static ImportResult result(ImportResult said) {
    if (!RELEASE.matcher(said.release()).matches()) {
      throw new DataPlaneException("the agent named a release by what is no number");
    }
    return new ImportResult(
        said.release(),
        said.handle().isEmpty() ? "" : handle(said.handle()),
        Math.max(0, said.sizeBytes()));
  }

  /** Returns the state of an archive, or throws if the archive is ready with an invalid handle. */
  static ArchiveObservation archive(ArchiveObservation said) {
    return new ArchiveObservation(
        said.state(),
        Math.max(0, said.receivedBytes()),
        said.state() == ArchiveObservation.State.READY ? handle(said.handle()) : "",
        Math.max(0, said.sizeBytes()),
        PeerText.of(said.message()));
  }

  private static String handle(String said) {
    if (!isWord(said)) {
      throw new DataPlaneException("the agent named data by what is no name");
    }
    return said;
  }

  static Optional<Progress> progress(@Nullable Progress said) {
    return Optional.ofNullable(said)
        .map(
            one ->
                new Progress(
                    Math.max(0, one.done()), Math.max(0, one.total()), PeerText.of(one.unit())));
  }

  /** Returns the inventory, or throws if it is too large or has an invalid handle. */
  static Inventory inventory(Inventory said) {
    int things =
        said.databases().size()
            + said.snapshots().size()
            + said.imports().size()
            + said.handles().size()
            + said.copies().size()
            + said.damaged().size();
    if (things > MOST_THINGS) {
      throw new DataPlaneException(
          "the agent says that it holds %d things, which are more than %d"
              .formatted(things, MOST_THINGS));
    }
    said.handles().forEach(Said::handle);
    said.copies().stream().map(VersionRef::golden).forEach(Said::handle);
    said.copies().stream().map(VersionRef::handle).forEach(Said::handle);
    Map<UUID, String> damaged = new HashMap<>();
    said.damaged().forEach((id, reason) -> damaged.put(id, PeerText.of(reason)));
    return new Inventory(
        said.databases(), said.snapshots(), said.imports(), said.handles(), said.copies(), damaged);
  }
}
