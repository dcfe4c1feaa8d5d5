package dev.goldenrod.architecture;

import dev.goldenrod.port.Store;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;

final class CoreModule {
  private CoreModule() {}

  static String[] exports() {
    String inCore = Store.class.getName().replace('.', '/') + ".class";
    String location = Store.class.getClassLoader().getResource(inCore).toString();
    URI descriptor = URI.create(location.replace(inCore, "module-info.class"));
    try (InputStream content = descriptor.toURL().openStream()) {
      return ModuleDescriptor.read(content).exports().stream()
          .map(ModuleDescriptor.Exports::source)
          .toArray(String[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
