package dev.goldenrod.database;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a database was asked to have. */
public record DatabaseConfig(Memory memory, Storage storage, Cpu cpu) {
  /** What is given when nothing is asked for. */
  public static final DatabaseConfig DEFAULT = new DatabaseConfig(Memory.M512, Storage.G5, Cpu.ONE);

  public DatabaseConfig {
    Objects.requireNonNull(memory);
    Objects.requireNonNull(storage);
    Objects.requireNonNull(cpu);
  }

  /**
   * The least that gives a server all that it could use before; what had no limit gets the largest.
   */
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

  /** What its server may use. */
  public Resources resources() {
    return new Resources(memory.mebibytes, storage.mebibytes(), cpu.thousandths);
  }

  /** How much memory its server uses. */
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

    /** The name in the API, as in {@code 512m} or {@code 1g}. */
    public String wireName() {
      return mebibytes < 1024 ? mebibytes + "m" : mebibytes / 1024 + "g";
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Memory> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** How much its data may take. */
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

    /** The least that so many bytes fit into; the largest when they fit into none. */
    public static Storage holding(long bytes) {
      return least(values(), one -> (long) one.mebibytes() << 20 >= bytes);
    }

    private int mebibytes() {
      return gibibytes * 1024;
    }

    /** The name in the API, as in {@code 5g}. */
    public String wireName() {
      return gibibytes + "g";
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Storage> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName().equals(wireName)).findFirst();
    }
  }

  /** How many cores its server may use. */
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

    /** The name in the API, as in {@code 0.5}. */
    public String wireName() {
      return wireName;
    }

    /** The one of that API name; empty for any other text. */
    public static Optional<Cpu> parse(String wireName) {
      return Arrays.stream(values()).filter(one -> one.wireName.equals(wireName)).findFirst();
    }
  }
}
