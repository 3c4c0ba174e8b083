# docker build -t dragoman . after `mvn -q -DskipTests package`
FROM eclipse-temurin:25-jre
RUN useradd --uid 10001 --no-create-home dragoman
WORKDIR /opt/dragoman
COPY target/lib lib
COPY target/dragoman.jar .
USER 10001
EXPOSE 8080
ENV DRAGOMAN_HOST=0.0.0.0
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-jar", "dragoman.jar"]
CMD ["/etc/dragoman/dragoman.properties"]
