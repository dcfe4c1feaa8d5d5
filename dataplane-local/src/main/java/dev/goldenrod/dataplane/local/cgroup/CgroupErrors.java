package dev.goldenrod.dataplane.local.cgroup;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Translates I/O errors of cgroup files into readable reasons. */
final class CgroupErrors {
  private CgroupErrors() {}

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
