module othellobot

go 1.26
