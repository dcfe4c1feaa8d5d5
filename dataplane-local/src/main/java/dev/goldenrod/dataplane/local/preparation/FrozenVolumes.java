package dev.goldenrod.dataplane.local.preparation;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.local.process.Processes;
import java.util.List;

/**
 * Frozen volumes that are created on first use. A volume with the final name is complete: it is
 * built under another name, and rebuilt after an interruption. Thread-safe.
 */
public final class FrozenVolumes {
  private static final String STAGED = "-staged";

  private final PreparationContext context;
  private final KeyedLocks<String> locks = new KeyedLocks<>();

  public FrozenVolumes(PreparationContext context) {
    this.context = context;
  }

  /** Creates the volume with its content; tools can use the folder. */
  public interface Recipe {
    void fill(String volume, WorkFolder folder);
  }

  /** Creates the volume unless it exists. One thread creates it; others wait. */
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

  /** Returns whether the volume exists, complete or not. */
  public boolean exists(String name) {
    return context.volumes().exists(name)
        || context.volumes().exists(name + STAGED)
        || folder(name).exists();
  }

  /** Returns the names of the volumes whose creation is in progress or was interrupted. */
  public List<String> unfinished() {
    return context.volumes().list().stream()
        .filter(name -> name.endsWith(STAGED))
        .map(name -> name.substring(0, name.length() - STAGED.length()))
        .toList();
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
    Processes.killAll(folder.folder());
    if (context.volumes().renameIfComplete(staged, name)) {
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
