package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.local.process.Processes;
import java.time.Duration;

/**
 * Frozen volumes that are made when they are needed first. One of its name is complete: it is made
 * under another name, and begun anew after a kill. Thread-safe.
 */
public final class FrozenVolumes {
  private static final String STAGED = "-staged";
  private static final Duration KILL_PATIENCE = Duration.ofSeconds(10);

  private final PreparationContext context;
  private final KeyedLocks<String> locks = new KeyedLocks<>();

  public FrozenVolumes(PreparationContext context) {
    this.context = context;
  }

  /** Makes the volume of that name, with what is to be there; the folder is for tools. */
  public interface Recipe {
    void fill(String volume, WorkFolder folder);
  }

  /** Makes the volume, unless it is there. One thread makes it; others wait. */
  public void ensure(String name, Recipe recipe) {
    locks.lock(name);
    try {
      if (!context.volumes().exists(name)) {
        make(name, recipe);
      }
    } finally {
      locks.unlock(name);
    }
  }

  /** Whether there is something of the volume, also when it was never finished. */
  public boolean isThere(String name) {
    return context.volumes().exists(name)
        || context.volumes().exists(name + STAGED)
        || folder(name).exists();
  }

  public void remove(String name) {
    locks.lock(name);
    try {
      folder(name).removeAll();
      context.discard(name + STAGED);
      context.volumes().remove(name);
    } finally {
      locks.unlock(name);
    }
  }

  private void make(String name, Recipe recipe) {
    String staged = name + STAGED;
    WorkFolder folder = folder(name);
    Processes.killAll(folder.folder(), KILL_PATIENCE);
    if (context.volumes().finish(staged, name)) {
      folder.removeAll();
      return;
    }
    context.discard(staged);
    folder.removeAll();
    folder.create();
    try {
      recipe.fill(staged, folder);
      context.volumes().freeze(staged);
      context.volumes().rename(staged, name);
    } catch (RuntimeException e) {
      context.discard(staged);
      throw e;
    } finally {
      folder.removeAll();
    }
  }

  private WorkFolder folder(String name) {
    return context.folder(name);
  }
}
