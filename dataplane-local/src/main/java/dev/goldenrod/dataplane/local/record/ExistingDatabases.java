package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The databases that an earlier process left. An unreadable one does not affect the others. */
public record ExistingDatabases(DatabaseContext context) {
  private static final Logger LOG = LoggerFactory.getLogger(ExistingDatabases.class);
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /**
   * A database that an earlier process left.
   *
   * @param seen the observation until the first turn
   * @param verifiedGeneration the generation that clients could log in to; -1 for none
   */
  public record ExistingDatabase(DatabaseObservation seen, int verifiedGeneration) {}

  public Set<UUID> ids() {
    try {
      Files.createDirectories(context.folder());
      try (Stream<Path> folders = Files.list(context.folder())) {
        Stream<UUID> kept =
            folders
                .map(folder -> folder.getFileName().toString())
                .filter(name -> ID.matcher(name).matches())
                .map(UUID::fromString);
        Stream<UUID> made =
            context.volumes().list().stream()
                .flatMap(name -> DatabaseVolume.parse(name).stream())
                .map(DatabaseVolume::id);
        return Stream.concat(kept, made).collect(Collectors.toSet());
      }
    } catch (IOException e) {
      throw new DataPlaneException("cannot read %s: %s".formatted(context.folder(), e), e);
    }
  }

  /** Reserves the database's port and user. */
  public void reservePortAndUser(UUID id) {
    try {
      context.folder(id).record().ifPresent(this::reservePortAndUser);
    } catch (RuntimeException e) {
      LOG.warn("Cannot read the record of database {}, its port and user are not reserved", id, e);
    }
  }

  private void reservePortAndUser(DatabaseRecord record) {
    context.ports().hold(record.port());
    context.users().hold(record.user());
  }

  /** Returns the saved state, or a blocked database if that is unreadable. */
  public ExistingDatabase read(UUID id) {
    try {
      DatabaseFolder folder = context.folder(id);
      Optional<DatabaseRecord> record = folder.record();
      int generation = record.map(found -> found.spec().generation()).orElse(-1);
      String endpoint = record.map(found -> context.endpoint(found.port())).orElse("");
      return new ExistingDatabase(
          DatabaseObservation.working(generation, endpoint),
          folder.verifiedLogin().map(VerifiedLogin::generation).orElse(-1));
    } catch (RuntimeException e) {
      LOG.warn("Cannot read the files of database {}, it is blocked", id, e);
      return new ExistingDatabase(
          DatabaseObservation.blocked(-1, "", String.valueOf(e.getMessage())), -1);
    }
  }
}
