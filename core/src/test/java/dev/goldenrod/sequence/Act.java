package dev.goldenrod.sequence;

import java.util.List;

/** Something that can happen in a world. */
@FunctionalInterface
interface Act {
  /**
   * Does it.
   *
   * @param what chooses to what
   * @param who chooses by whom
   * @return the audit events it must have left, beyond those that follow from changed instances and
   *     ended imports
   */
  List<String> in(World world, int what, int who);
}
