package dev.goldenrod.dataplane.k8s.prepared;

import dev.goldenrod.engine.DatabaseInfo;
import java.util.Map;

/**
 * What is to be made.
 *
 * @param name of the Secret that tells of it when it is there
 * @param label that all of its objects have
 * @param type the engine's, as in {@code postgresql}
 * @param annotations that its Secret is to have
 */
record Recipe(
    String name, String label, String type, Map<String, String> annotations, Filling filling) {
  /** Makes the data on the volume of a staging place, whose pods have ended when it returns. */
  interface Filling {
    DatabaseInfo fill(Staging staging);
  }
}
