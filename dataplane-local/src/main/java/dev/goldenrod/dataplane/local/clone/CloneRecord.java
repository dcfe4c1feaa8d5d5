package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.port.DatabaseSpec;
import java.util.Objects;

/**
 * What is kept of a clone for its next start.
 *
 * @param port its own for life once it was given out
 */
record CloneRecord(DatabaseSpec spec, int port) {
  CloneRecord {
    Objects.requireNonNull(spec);
  }

  CloneRecord with(DatabaseSpec newSpec) {
    return new CloneRecord(newSpec, port);
  }

  CloneRecord at(int newPort) {
    return new CloneRecord(spec, newPort);
  }
}
