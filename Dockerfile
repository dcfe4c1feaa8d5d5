# The standalone jar on a Java runtime of 17 or newer:
#
#   ./goldenrod --version && docker build -t goldenrod:0.1.0 .
ARG JAVA=eclipse-temurin:17-jre
FROM ${JAVA}
COPY server/target/goldenrod.jar /opt/goldenrod/goldenrod.jar
USER 10001:10001
EXPOSE 7878
ENTRYPOINT ["java", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-XX:MaxRAMPercentage=60", "-jar", "/opt/goldenrod/goldenrod.jar"]
CMD ["serve", "--host", "0.0.0.0"]
