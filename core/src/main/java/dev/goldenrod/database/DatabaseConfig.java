package dev.goldenrod.database;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The resources that were requested for a database. */
public record DatabaseConfig(Memory memory, Storage storage, Cpu cpu) {
  /** The resources when none are requested. */
  public static final DatabaseConfig DEFAULT = new DatabaseConfig(Memory.M512, Storage.G5, Cpu.ONE);

  public DatabaseConfig {
    Objects.requireNonNull(memory);
    Objects.requireNonNull(storage);
    Objects.requireNonNull(cpu);
  }

  /** Returns the smallest sizes that cover the resources; the largest size for an absent limit. */
  public static DatabaseConfig covering(Resources used) {
    return new DatabaseConfig(
        least(Memory.values(), memory -> memory.mebibytes >= used.memoryMib()),
        least(
            Storage.values(),
            storage -> used.storageMib() > 0 && storage.mebibytes() >= used.storageMib()),
        least(Cpu.values(), cpu -> used.cpuMillis() > 0 && cpu.thousandths >= used.cpuMillis()));
  }

  private static <T> T least(T[] ascending, Predicate<T> isEnough) {
    return Stream.of(ascending)
        .filter(isEnough)
        .findFirst()
        .orElse(ascending[ascending.length - 1]);
  }

  /** Returns the limits of the database server. */
  public Resources resources() {
    return new Resources(memory.mebibytes, storage.mebibytes(), cpu.thousandths);
  }

  /** The memory of a database server. */
  public enum Memory {
    M256(256),
    M512(512),
    G1(1024),
    G2(2048),
    G4(4096);

    private final int mebibytes;

    Memory(int mebibytes) {
      this.mebibytes = mebibytes;
    }

    /** Returns the name in the API, as in {@code 512m} or {@code 1g}. */
    public String wireName() {
      return mebibytes < 1024 ? mebibytes + "m" : mebibytes / 1024 + "g";
    }

    /** Returns the size with the given name in the API; empty if there is none. */
    public static Optional<Memory> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** The storage limit of a database's files. */
  public enum Storage {
    G1(1),
    G5(5),
    G10(10),
    G25(25),
    G50(50);

    private final int gibibytes;

    Storage(int gibibytes) {
      this.gibibytes = gibibytes;
    }

    /** Returns the smallest size that holds the given number of bytes; the largest if none does. */
    public static Storage holding(long bytes) {
      return least(values(), one -> (long) one.mebibytes() << 20 >= bytes);
    }

    private int mebibytes() {
      return gibibytes * 1024;
    }

    /** Returns the name in the API, as in {@code 5g}. */
    public String wireName() {
      return gibibytes + "g";
    }

    /** Returns the size with the given name in the API; empty if there is none. */
    public static Optional<Storage> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** The number of cores of a database server. */
  public enum Cpu {
    HALF("0.5", 500),
    ONE("1", 1000),
    TWO("2", 2000),
    FOUR("4", 4000);

    private final String wireName;
    private final int thousandths;

    Cpu(String wireName, int thousandths) {
      this.wireName = wireName;
      this.thousandths = thousandths;
    }

    /** Returns the name in the API, as in {@code 0.5}. */
    public String wireName() {
      return wireName;
    }

    /** Returns the size with the given name in the API; empty if there is none. */
    public static Optional<Cpu> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName.equals(wireName)).findFirst();
    }
  }
}
