package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.local.process.Processes;
import java.time.Duration;

/**
 * Frozen volumes that are made when they are needed first. One of its name is complete: it is made
 * under another name, and begun anew after a kill. Thread-safe.
 */
final class FrozenVolumes {
  private static final String STAGED = "-staged";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final ImportContext context;
  private final KeyedLocks<String> locks = new KeyedLocks<>();

  FrozenVolumes(ImportContext context) {
    this.context = context;
  }

  /** Makes the volume of that name, with what is to be there; the folder is for tools. */
  interface Filling {
    void fill(String volume, Staging staging);
  }

  /** Makes the volume, unless it is there. One thread makes it; others wait. */
  void ensure(String name, Filling filling) {
    locks.lock(name);
    try {
      if (!context.volumes().exists(name)) {
        make(name, filling);
      }
    } finally {
      locks.unlock(name);
    }
  }

  /** Whether there is something of the volume, also when it was never finished. */
  boolean isThere(String name) {
    return context.volumes().exists(name)
        || context.volumes().exists(name + STAGED)
        || staging(name).exists();
  }

  void remove(String name) {
    locks.lock(name);
    try {
      staging(name).removeAll();
      ProvisioningStep.discard(context, name + STAGED);
      context.volumes().remove(name);
    } finally {
      locks.unlock(name);
    }
  }

  private void make(String name, Filling filling) {
    String staged = name + STAGED;
    Staging staging = staging(name);
    Processes.killAll(staging.folder(), KILL_PATIENCE);
    if (context.volumes().finish(staged, name)) {
      staging.removeAll();
      return;
    }
    ProvisioningStep.discard(context, staged);
    staging.removeAll();
    staging.create();
    try {
      filling.fill(staged, staging);
      context.volumes().freeze(staged);
      context.volumes().rename(staged, name);
    } catch (RuntimeException e) {
      ProvisioningStep.discard(context, staged);
      throw e;
    } finally {
      staging.removeAll();
    }
  }

  private Staging staging(String name) {
    return new Staging(context.root().imports(), name, context.runAs());
  }
}
