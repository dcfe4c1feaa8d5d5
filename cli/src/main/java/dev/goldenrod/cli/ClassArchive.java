package dev.goldenrod.cli;

import java.io.File;
import java.time.Duration;

/**
 * The class data archive that the launcher passed to this Java machine.
 *
 * @param file does not exist if there is no archive
 * @param isUsed whether the Java machine accepted the archive. It rejects one of another Java
 *     machine or of another jar, without a message
 */
public record ClassArchive(File file, boolean isUsed) {
  /** Time in which an archive is not deleted, so that the launcher does not create many in vain. */
  static final Duration MINIMUM_AGE = Duration.ofHours(1);

  public static ClassArchive ofProcess() {
    return new ClassArchive(
        new File(System.getProperty("goldenrod.archive", "")),
        System.getProperty("java.vm.info", "").contains("sharing"));
  }

  /** Deletes an archive that is of no use, so that the launcher creates another one. */
  public void deleteIfRejected() {
    long age = System.currentTimeMillis() - file.lastModified();
    if (!isUsed && file.isFile() && age > MINIMUM_AGE.toMillis()) {
      file.delete();
    }
  }
}
