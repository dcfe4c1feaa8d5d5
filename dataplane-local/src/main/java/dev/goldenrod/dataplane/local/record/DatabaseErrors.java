package dev.goldenrod.dataplane.local.record;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The errors of databases, each with advice on how to resolve it. */
public final class DatabaseErrors {
  private static final long MEBIBYTE = 1 << 20;

  /** A starting server writes some 20 MiB immediately. */
  private static final long NEEDED_BYTES = 32 * MEBIBYTE;

  private static final String NO_SPACE = "No space left on device";
  private static final String OVER_QUOTA = "Disk quota exceeded";
  private static final String PORT_IN_USE = "Address already in use";

  private static final String ANEW =
      "reset a clone; delete a database, and create it again or from a snapshot";

  private DatabaseErrors() {}

  /** Refuses to create another volume if the disk is almost full. */
  public static void requireSpace(VolumeStore volumes) {
    if (volumes.freeBytes() < needed(volumes)) {
      throw diskFull(volumes, null);
    }
  }

  public static WorkFailure neverReady(UUID id) {
    return WorkFailure.blocked(
        "database %s was never ready, so there is nothing to copy yet".formatted(id));
  }

  /** Returns the error of a running database whose record is gone. */
  public static WorkFailure recordLost(UUID id) {
    return WorkFailure.blocked(
        "the record of database %s is missing or damaged, and its data is kept: stop and start a database, which writes the record again, with a new password if the old one is gone; reset a clone, which makes it anew"
            .formatted(id));
  }

  public static WorkFailure lost(String volume) {
    return WorkFailure.failed(
        "the database's volume %s is missing, and its data is lost; %s".formatted(volume, ANEW));
  }

  public static WorkFailure ofVolume(
      DatabaseSpec spec, VolumeStore volumes, DataPlaneException cause) {
    if (isFull(volumes) || mentions(cause, NO_SPACE)) {
      return diskFull(volumes, cause);
    }
    return WorkFailure.failed(
        "%s cannot be copied: %s; %s"
            .formatted(describe(spec.origin()), cause.getMessage(), advice(spec.origin())),
        cause);
  }

  public static WorkFailure ofEngine(DatabaseSpec spec, DataPlaneException cause) {
    return WorkFailure.failed(
        "a copy of %s cannot run here: %s".formatted(describe(spec.origin()), cause.getMessage()),
        cause);
  }

  public static WorkFailure ofStart(
      DatabaseRecord record,
      Path volume,
      boolean isNew,
      VolumeStore volumes,
      DataPlaneException cause) {
    boolean noSpace = mentions(cause, NO_SPACE) || mentions(cause, OVER_QUOTA);
    Resources resources = record.spec().resources();
    if (noSpace && resources.storageMib() > 0 && !isFull(volumes)) {
      return storageUsedUp(resources, cause);
    }
    if (noSpace || isFull(volumes)) {
      return diskFull(volumes, cause);
    }
    String advice =
        isNew
            ? "%s may be damaged: %s"
                .formatted(describe(record.spec().origin()), advice(record.spec().origin()))
            : "the data is kept in %s; %s".formatted(volume, ANEW);
    return WorkFailure.crashed(cause.getMessage() + ";\n" + advice, cause);
  }

  /** Returns the error of a failed flush, which does not mean that the origin is damaged. */
  public static WorkFailure ofForce(VolumeStore volumes, DataPlaneException cause) {
    return isFull(volumes) || mentions(cause, NO_SPACE)
        ? diskFull(volumes, cause)
        : WorkFailure.crashed(cause.getMessage() + "; this will be retried", cause);
  }

  private static WorkFailure diskFull(VolumeStore volumes, @Nullable DataPlaneException cause) {
    return WorkFailure.blocked(
        "the disk is full: %s has %d MiB free, but a database needs %d; free up space, then the work continues"
            .formatted(
                volumes.description(), volumes.freeBytes() / MEBIBYTE, needed(volumes) / MEBIBYTE),
        cause);
  }

  private static WorkFailure storageUsedUp(Resources resources, DataPlaneException cause) {
    return WorkFailure.failed(
        "the database's storage of %d MiB is full, and its server cannot start; the data is kept: create a branch, which starts with all of its storage free, delete data in it, and promote the branch"
            .formatted(resources.storageMib()),
        cause);
  }

  public static WorkFailure portTaken(int port, @Nullable DataPlaneException cause) {
    return WorkFailure.blocked(
        "port %d, which is reserved for the database, is in use by another program; stop that program, then the database starts, or delete the database"
            .formatted(port),
        cause);
  }

  public static boolean isPortTaken(DataPlaneException cause) {
    return mentions(cause, PORT_IN_USE);
  }

  private static long needed(VolumeStore volumes) {
    return Math.max(NEEDED_BYTES, volumes.reservedBytes());
  }

  private static boolean isFull(VolumeStore volumes) {
    return volumes.freeBytes() < NEEDED_BYTES;
  }

  private static boolean mentions(DataPlaneException cause, String text) {
    return String.valueOf(cause.getMessage()).contains(text);
  }

  private static String describe(Origin origin) {
    return origin.match(
        blank -> "an empty database of %s %s".formatted(blank.type(), blank.release()),
        made ->
            "golden '%s' version %d".formatted(made.version().golden(), made.version().version()),
        snapshot -> "snapshot " + snapshot.id(),
        database -> "database " + database.id());
  }

  private static String advice(Origin origin) {
    String anew = "this will be retried; or delete the database and create it again";
    return origin.match(
        blank -> anew,
        version -> "import or register it again, then refresh the clone",
        snapshot -> anew,
        database -> anew);
  }
}
