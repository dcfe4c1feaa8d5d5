package dev.goldenrod.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One step of a sequence: the operation, and two numbers that select its target and its actor. */
record Step(Operation op, int what, int who) {
  private static final int CHOICES = 1 << 10;

  static List<Step> sequence(long seed, int length) {
    Random random = new Random(seed);
    List<Operation> bag = new ArrayList<>();
    for (Operation op : Operation.values()) {
      for (int i = 0; i < op.weight(); i++) {
        bag.add(op);
      }
    }
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      Operation op = bag.get(random.nextInt(bag.size()));
      steps.add(new Step(op, random.nextInt(CHOICES), random.nextInt(CHOICES)));
    }
    return steps;
  }
}
