package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What the system's refusals to make and use control groups mean, in words for people. */
final class GroupErrors {
  private GroupErrors() {}

  /** The reason in the system's own words, without the file. */
  static String reason(IOException refusal) {
    if (refusal instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (refusal instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    return refusal instanceof FileSystemException file && file.getReason() != null
        ? file.getReason()
        : String.valueOf(refusal.getMessage());
  }
}
